import { Button } from '#web/ui/button.tsx'
import { tryAgain } from '#web/ui/load-failed.tsx'
import { AuthCard } from './auth-card.tsx'
import { accountTexts } from './texts.ts'

/** Nobody answers. */
export const UnreachableCard = ({ onTryAgain }: { onTryAgain(): void }) => (
  <AuthCard title={accountTexts.unreachable.title}>
    <p role="alert" className="text-muted">
      {accountTexts.unreachable.text}
    </p>
    <Button kind="line" className="h-10!" onClick={onTryAgain}>
      {tryAgain}
    </Button>
  </AuthCard>
)
