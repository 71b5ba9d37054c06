/**
 * @license lucide-react v1.75.0 - ISC
 *
 * This source code is licensed under the ISC license.
 * See the LICENSE file in the root directory of this source tree.
 */

import createLucideIcon from '../createLucideIcon.mjs';

const __iconData = {
  name: "file-archive",
  size: 24,
  node: [
    [
      "path",
      {
        d: "M13.659 22H18a2 2 0 0 0 2-2V8a2.4 2.4 0 0 0-.706-1.706l-3.588-3.588A2.4 2.4 0 0 0 14 2H6a2 2 0 0 0-2 2v11.5",
        key: "4pqfef"
      }
    ],
    ["path", { d: "M14 2v5a1 1 0 0 0 1 1h5", key: "wfsgrz" }],
    ["path", { d: "M8 12v-1", key: "1ej8lb" }],
    ["path", { d: "M8 18v-2", key: "qcmpov" }],
    ["path", { d: "M8 7V6", key: "1nbb54" }],
    ["circle", { cx: "8", cy: "20", r: "2", key: "ckkr5m" }]
  ]
};
__iconData.node;
const FileArchive = createLucideIcon(__iconData);

export { __iconData, FileArchive as default };
