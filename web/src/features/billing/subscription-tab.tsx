import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { billingQuery, portalAddress } from '#web/data/credits.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { LoadFailed, PageSpinner } from '#web/ui/page-states.tsx'
import { showToast } from '#web/ui/toast.ts'
import { billingTexts } from './texts.ts'
import { BillingHistory, YourPlan } from './your-plan.tsx'

const texts = billingTexts.portal

/** The current plan, its history, and the link to where it is managed. */
export function SubscriptionTab() {
  const { data: billing, isError, refetch } = useQuery(billingQuery)
  const { mutate: manage, isPending: isBusy } = useMutation({ mutationFn: openPortal })

  if (!billing && isError)
    return <LoadFailed title={billingTexts.failed} text={billingTexts.failedText} onTryAgain={() => void refetch()} />
  if (!billing) return <PageSpinner label={billingTexts.loading} />
  return (
    <div className="grid gap-10">
      <section className="grid gap-4">
        <YourPlan billing={billing} />
        {billing.isPastDue && <p className="text-danger">{billingTexts.pastDue}</p>}
        <p className="max-w-[56ch] text-muted">{texts.text}</p>
        <div className="flex flex-wrap gap-2 max-sm:grid">
          <Button kind="solid" busy={isBusy} onClick={() => manage()}>
            {texts.manage}
          </Button>
          <Link to="/pricing" className={buttonClass('line')}>
            {texts.plans}
          </Link>
        </div>
      </section>
      <BillingHistory billing={billing} />
    </div>
  )
}

/**
 * Opens the billing portal in a new tab. The tab is opened during the press and redirected when the address is known:
 * opened later, browsers would block it as a pop-up.
 */
async function openPortal(): Promise<void> {
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
