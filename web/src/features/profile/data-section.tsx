import { useState } from 'react'
import { exportAddress } from '#web/data/account.ts'
import { Button } from '#web/ui/button.tsx'
import { AccountSection } from './account-section.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { profileTexts } from './texts.ts'

/** Taking everything along. */
export const DataSection = () => (
  <AccountSection title={profileTexts.data.title} text={profileTexts.data.text}>
    {/* A form, so that the browser saves the file as it comes; a link could be opened by another site. */}
    <form method="post" action={exportAddress} className="grid justify-self-start max-sm:justify-self-stretch">
      <Button kind="line" type="submit">
        {profileTexts.data.download}
      </Button>
    </form>
  </AccountSection>
)

/** Leaving for good. */
export function RemovalSection() {
  const [isAsking, setAsking] = useState(false)
  return (
    <AccountSection title={profileTexts.removal.title} text={profileTexts.removal.text}>
      <Button
        kind="danger"
        data-deletes-account
        className="justify-self-start max-sm:justify-self-stretch"
        onClick={() => setAsking(true)}
      >
        {profileTexts.removal.open}
      </Button>
      {isAsking && <DeleteAccountDialog onClose={() => setAsking(false)} />}
    </AccountSection>
  )
}
