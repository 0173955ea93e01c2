import { Button } from '#web/ui/button.tsx'
import { AuthCard } from './auth-card.tsx'
import { accountTexts } from './texts.ts'

/** Nobody answers. */
export const UnreachableCard = ({ onTryAgain }: { onTryAgain(): void }) => (
  <AuthCard title={accountTexts.unreachable.title}>
    <p role="alert" className="text-muted">
      {accountTexts.unreachable.text}
    </p>
    <Button kind="line" className="h-10!" onClick={onTryAgain}>
      {accountTexts.tryAgain}
    </Button>
  </AuthCard>
)
