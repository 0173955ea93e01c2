import { Link } from '@tanstack/react-router'
import { buttonClass } from './button.tsx'

/** Stands in the place of what a guest can not have, with the way to it. */
export const AccountNeeded = ({ text }: { text: string }) => (
  <div className="grid justify-items-start gap-4" data-account-needed>
    <p className="max-w-[56ch] text-muted">{text}</p>
    <Link to="/signup" className={buttonClass('solid')}>
      Sign up
    </Link>
  </div>
)
