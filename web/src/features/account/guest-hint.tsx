import { Link } from '@tanstack/react-router'
import { isGuestEmail } from '#domain/account/guest.ts'
import type { SignedInUser } from '#web/data/account/account-state.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/join-classes.ts'
import { PageMark } from '#web/ui/page-mark.tsx'
import { accountTexts } from './texts.ts'

const texts = accountTexts.guest

type GuestHintProps = {
  user: SignedInUser
  /** `bar`: among the tools of a header. `island`: an island of its own below the header of a wide canvas. */
  look: 'bar' | 'island'
  className?: string
}

/** A quiet hint that stays as long as the user is a guest; nothing for an account. A phone has room for its button alone. */
export function GuestHint({ user, look, className }: GuestHintProps) {
  if (!user.isGuest) return null
  const isUnconfirmed = !isGuestEmail(user.email)
  const full = isUnconfirmed ? texts.unconfirmed(user.email) : texts.hint
  return (
    <aside
      aria-label={texts.hintLabel}
      className={joinClasses(
        'flex items-center gap-3 text-13',
        look === 'island' && 'island py-1 pr-1 pl-3',
        className,
      )}
    >
      {look === 'island' && <PageMark part="guest-island" />}
      <p className={joinClasses('max-w-[420px] truncate text-muted', look === 'bar' && 'max-lg:hidden')}>{full}</p>
      {look === 'bar' && (
        <p className="text-muted max-sm:hidden lg:hidden">{isUnconfirmed ? texts.unconfirmedShort : texts.hintShort}</p>
      )}
      <Link to="/signup" className={joinClasses(buttonClass('line', 'small'), 'shrink-0')} aria-description={full}>
        {isUnconfirmed ? texts.anotherEmail : texts.signUp}
      </Link>
    </aside>
  )
}
