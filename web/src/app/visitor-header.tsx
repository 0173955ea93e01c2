import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { Wordmark } from '#web/ui/mark.tsx'
import { productName } from '#web/ui/product-name.ts'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { appTexts } from './texts.ts'

type VisitorHeaderProps = {
  /** While nobody knows whether somebody is signed in, nothing is offered that may be wrong. */
  visitor: 'unknown' | 'signed-out'
}

/** The header of the open pages for people who are not signed in. */
export function VisitorHeader({ visitor }: VisitorHeaderProps) {
  return (
    <header className="absolute inset-x-0 top-0 z-10 flex h-[72px] items-center justify-between px-10 max-md:px-8 max-sm:h-16 max-sm:px-5">
      <Link to="/" aria-label={productName} className="flex rounded-6">
        <Wordmark />
      </Link>
      <div className="flex items-center gap-2">
        <ThemeSwitch />
        <Link to="/pricing" className={buttonClass('quiet', 'small')}>
          {appTexts.pricing}
        </Link>
        <Link to="/login" className={`${buttonClass('line', 'small')} ${visitor === 'unknown' ? 'invisible' : ''}`}>
          {appTexts.signIn}
        </Link>
      </div>
    </header>
  )
}
