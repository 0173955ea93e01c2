import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type SignedInUser, useAccountState } from '#web/data/account/account-state.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { LazySlot, lazyPart } from '#web/ui/lazy-part.tsx'
import { productName, Wordmark } from '#web/ui/mark.tsx'
import { ThemeSwitch } from '#web/ui/theme.tsx'
import { appTexts } from '../texts.ts'

// Visitors do not load these.
const signedIn = lazyPart(async () => (await import('../signed-in.tsx')).SignedIn)
const topBar = lazyPart(async () => (await import('../top-bar.tsx')).TopBar)
const pageTitle = lazyPart(async () => (await import('#web/features/activity/running-pill.tsx')).PageTitle)

export type Visitor = 'unknown' | 'signed-out' | 'signed-in'

type OpenPageProps = {
  /** In the tab, before the product's name; empty on the landing page. */
  title: string
  children(visitor: Visitor): ReactNode
}

/** A public page: signed-in people get the app's own header, visitors theirs. */
export function OpenPage({ title, children }: OpenPageProps) {
  const account = useAccountState()
  if (account.status === 'signed-in')
    return (
      <>
        <LazySlot
          part={signedIn}
          props={{ user: account.user, children: <SignedInHeader {...account} title={title} /> }}
        />
        {children('signed-in')}
      </>
    )
  const visitor = account.status === 'loading' ? 'unknown' : 'signed-out'
  return (
    <>
      <title>{title === '' ? productName : `${title} · ${productName}`}</title>
      <CanonicalLink />
      <VisitorHeader visitor={visitor} />
      {children(visitor)}
    </>
  )
}

/** The header of signed-in people. A title that cannot be loaded is left out. */
function SignedInHeader({ user, title }: { user: SignedInUser; title: string }) {
  return (
    <>
      <LazySlot part={pageTitle} props={{ title }} failed={null} />
      <LazySlot part={topBar} props={{ user }} />
    </>
  )
}

/** The page's own address. Unknown at build time, where first screens are written. */
const CanonicalLink = () =>
  typeof location === 'undefined' ? null : <link rel="canonical" href={`${location.origin}${location.pathname}`} />

type VisitorHeaderProps = {
  /** While the account state is unknown, no account action is offered. */
  visitor: 'unknown' | 'signed-out'
}

/** The header of public pages for visitors. */
function VisitorHeader({ visitor }: VisitorHeaderProps) {
  return (
    <header className="absolute inset-x-0 top-0 z-bar flex h-[72px] items-center justify-between px-10 max-md:px-8 max-sm:h-16 max-sm:px-5">
      <Link to="/" aria-label={productName} className="touch-target flex rounded-6">
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
