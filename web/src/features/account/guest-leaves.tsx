import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { AuthCard } from './auth-card.tsx'
import { accountTexts } from './texts.ts'

const texts = accountTexts.guest.leaves

/** Asks a guest who wants to sign in to an existing account, since the guest's boards are not moved. */
export const GuestLeaves = ({ onSignIn }: { onSignIn(): void }) => (
  <AuthCard title={texts.title}>
    <p className="text-muted">{texts.text}</p>
    <p className="text-muted">{texts.export}</p>
    <div className="grid gap-2">
      <Link to="/signup" className={`${buttonClass('solid')} h-10!`}>
        {texts.keep}
      </Link>
      <Button kind="line" className="h-10!" onClick={onSignIn}>
        {texts.signIn}
      </Button>
      <Link to="/project" className={`${buttonClass('quiet')} h-10!`}>
        {texts.back}
      </Link>
    </div>
  </AuthCard>
)
