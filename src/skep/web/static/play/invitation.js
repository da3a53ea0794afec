// The link that invites others: to copy it, to share it.

import { canShare, copyText, share } from "../base/copying.js";
import { t } from "../base/i18n.js";

/**
 * @param {(name: string) => HTMLElement|null} part
 * @param {(text: string) => void} say
 * @returns {Record<string, () => void>} what its buttons do; none where nobody is invited
 */
export function invitationActions(part, say) {
  const link = part("link");
  if (!(link instanceof HTMLInputElement)) return {};
  const button = part("share");
  if (button) button.hidden = !canShare(link.value);
  return {
    "copy-link": async () => {
      if (await copyText(link.value)) say(t("Link copied."));
      else link.select();
    },
    "share-link": () => void share(link.value, document.title),
  };
}
