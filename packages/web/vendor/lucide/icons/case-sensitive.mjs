/**
 * @license lucide-react v1.75.0 - ISC
 *
 * This source code is licensed under the ISC license.
 * See the LICENSE file in the root directory of this source tree.
 */

import createLucideIcon from '../createLucideIcon.mjs';

const __iconData = {
  name: "case-sensitive",
  size: 24,
  node: [
    ["path", { d: "m2 16 4.039-9.69a.5.5 0 0 1 .923 0L11 16", key: "d5nyq2" }],
    ["path", { d: "M22 9v7", key: "pvm9v3" }],
    ["path", { d: "M3.304 13h6.392", key: "1q3zxz" }],
    ["circle", { cx: "18.5", cy: "12.5", r: "3.5", key: "z97x68" }]
  ]
};
__iconData.node;
const CaseSensitive = createLucideIcon(__iconData);

export { __iconData, CaseSensitive as default };
