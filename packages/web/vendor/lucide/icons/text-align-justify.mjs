/**
 * @license lucide-react v1.75.0 - ISC
 *
 * This source code is licensed under the ISC license.
 * See the LICENSE file in the root directory of this source tree.
 */

import createLucideIcon from '../createLucideIcon.mjs';

const __iconData = {
  name: "text-align-justify",
  size: 24,
  node: [
    ["path", { d: "M3 5h18", key: "1u36vt" }],
    ["path", { d: "M3 12h18", key: "1i2n21" }],
    ["path", { d: "M3 19h18", key: "awlh7x" }]
  ],
  aliases: ["align-justify"]
};
__iconData.node;
const TextAlignJustify = createLucideIcon(__iconData);

export { __iconData, TextAlignJustify as default };
