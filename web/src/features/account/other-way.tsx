import { Link } from '@tanstack/react-router'
import { accountTexts } from './texts.ts'

type OtherWayProps = { question?: string; to: '/login' | '/signup'; link: string }

/** The last line of an `AuthCard`: where those go who wanted something else. */
export const OtherWay = ({ question, to, link }: OtherWayProps) => (
  <p className="text-center text-13 text-muted">
    {question}{' '}
    <Link to={to} className="text-link text-ink">
      {link}
    </Link>
  </p>
)

/** The way back to the sign-in. */
export const ToSignIn = () => <OtherWay to="/login" link={accountTexts.toSignIn} />
