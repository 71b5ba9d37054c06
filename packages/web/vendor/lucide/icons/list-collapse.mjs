/**
 * @license lucide-react v1.75.0 - ISC
 *
 * This source code is licensed under the ISC license.
 * See the LICENSE file in the root directory of this source tree.
 */

import createLucideIcon from '../createLucideIcon.mjs';

const __iconData = {
  name: "list-collapse",
  size: 24,
  node: [
    ["path", { d: "M10 5h11", key: "1hkqpe" }],
    ["path", { d: "M10 12h11", key: "6m4ad9" }],
    ["path", { d: "M10 19h11", key: "14g2nv" }],
    ["path", { d: "m3 10 3-3-3-3", key: "i7pm08" }],
    ["path", { d: "m3 20 3-3-3-3", key: "20gx1n" }]
  ]
};
__iconData.node;
const ListCollapse = createLucideIcon(__iconData);

export { __iconData, ListCollapse as default };
