import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Mark, productName } from '#web/ui/mark.tsx'
import { tryAgain } from '#web/ui/page-states.tsx'
import { accountTexts } from './texts.ts'

/** The card for signing in, signing up and following the links of emails. */
export const AuthCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="island relative grid w-full max-w-[400px] gap-5 rounded-20! p-10 max-sm:p-6">
    <Link to="/" aria-label={productName} className="justify-self-start rounded-6">
      <Mark className="size-7" />
    </Link>
    <h1 className="display mb-2 text-[34px]/10 tracking-[-0.022em]">{title}</h1>
    {children}
  </div>
)

type OtherWayProps = { question?: string; to: '/login' | '/signup' | '/project'; link: string }

/** The last line of an `AuthCard`: a link to the alternative. */
export const OtherWay = ({ question, to, link }: OtherWayProps) => (
  <p className="text-center text-13 text-muted">
    {question}{' '}
    <Link to={to} className="text-link text-ink">
      {link}
    </Link>
  </p>
)

/** The link back to the sign-in. */
export const ToSignIn = () => <OtherWay to="/login" link={accountTexts.toSignIn} />

/** The link back to a guest's board. */
export const ToBoard = () => <OtherWay to="/project" link={accountTexts.guest.toBoard} />

/** The notice that the server does not answer. */
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
