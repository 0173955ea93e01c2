import { errorMessage } from '#web/data/api-error.ts'
import { portalAddress } from '#web/data/billing.ts'
import { showToast } from '#web/ui/toast.ts'
import { billingTexts } from './texts.ts'

const texts = billingTexts.portal

/**
 * Opens the billing portal in a new tab. The tab is opened during the press and redirected when the address is known:
 * opened later, browsers would block it as a pop-up.
 */
export async function openPortal(): Promise<void> {
  showToast({ kind: 'info', ...texts.opening })
  const tab = window.open('', '_blank')
  try {
    const address = new URL(await portalAddress(), location.href).href
    if (!tab)
      return showToast({
        kind: 'info',
        ...texts.blocked,
        action: { label: texts.open, run: () => location.assign(address) },
      })
    // The portal may be another site's: it gets no handle on this page.
    tab.opener = null
    tab.location.href = address
  } catch (error) {
    tab?.close()
    showToast({ kind: 'error', title: billingTexts.error, description: errorMessage(error, texts.failed) })
  }
}
