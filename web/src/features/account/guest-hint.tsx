import { Link } from '@tanstack/react-router'
import { isGuestEmail } from '#domain/account/guest.ts'
import type { SignedInUser } from '#web/data/account-state.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { accountTexts } from './texts.ts'

const texts = accountTexts.guest

/** A quiet line below the header that stays as long as the user is a guest. Nothing for an account. */
export function GuestHint({ user }: { user: SignedInUser }) {
  if (!user.isGuest) return null
  const isUnconfirmed = !isGuestEmail(user.email)
  return (
    <aside
      aria-label={texts.hintLabel}
      className="-translate-x-1/2 island fixed top-16 left-1/2 z-11 flex max-w-[calc(100vw-16px)] items-center gap-3 py-1 pr-1 pl-3 text-13 max-sm:w-max"
    >
      <p className="min-w-0 truncate text-muted">{isUnconfirmed ? texts.unconfirmed(user.email) : texts.hint}</p>
      <Link to="/signup" className={`${buttonClass('line', 'small')} shrink-0`}>
        {isUnconfirmed ? texts.anotherEmail : texts.signUp}
      </Link>
    </aside>
  )
}
