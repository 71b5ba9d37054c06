/**
 * @license lucide-react v1.75.0 - ISC
 *
 * This source code is licensed under the ISC license.
 * See the LICENSE file in the root directory of this source tree.
 */

import createLucideIcon from '../createLucideIcon.mjs';

const __iconData = {
  name: "text-align-end",
  size: 24,
  node: [
    ["path", { d: "M21 5H3", key: "1fi0y6" }],
    ["path", { d: "M21 12H9", key: "dn1m92" }],
    ["path", { d: "M21 19H7", key: "4cu937" }]
  ],
  aliases: ["align-right"]
};
__iconData.node;
const TextAlignEnd = createLucideIcon(__iconData);

export { __iconData, TextAlignEnd as default };
