/**
 * @license lucide-react v1.75.0 - ISC
 *
 * This source code is licensed under the ISC license.
 * See the LICENSE file in the root directory of this source tree.
 */

import createLucideIcon from '../createLucideIcon.mjs';

const __iconData = {
  name: "cloud-exclamation-point",
  size: 24,
  node: [
    ["path", { d: "M12 12v4", key: "tww15h" }],
    ["path", { d: "M12 20h.01", key: "zekei9" }],
    ["path", { d: "M8.128 16.949A7 7 0 1 1 15.71 8h1.79a1 1 0 0 1 0 9h-1.642", key: "1namsd" }]
  ],
  aliases: ["cloud-alert"]
};
__iconData.node;
const CloudExclamationPoint = createLucideIcon(__iconData);

export { __iconData, CloudExclamationPoint as default };
