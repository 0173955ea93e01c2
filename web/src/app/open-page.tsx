import { lazy, type ReactNode, Suspense } from 'react'
import { useSession } from '#web/data/use-session.ts'
import { productName } from '#web/ui/product-name.ts'
import { VisitorHeader } from './visitor-header.tsx'

// A visitor who is not signed in needs none of what is behind these.
const SignedIn = lazy(() => import('./signed-in.tsx').then(({ SignedIn }) => ({ default: SignedIn })))
const TopBar = lazy(() => import('./top-bar.tsx').then(({ TopBar }) => ({ default: TopBar })))
const PageTitle = lazy(() =>
  import('#web/features/activity/page-title.tsx').then(({ PageTitle }) => ({ default: PageTitle })),
)

export type Visitor = 'unknown' | 'signed-out' | 'signed-in'

type OpenPageProps = {
  /** In the tab, before the product's name; empty on the first page. */
  title: string
  children(visitor: Visitor): ReactNode
}

/** A page for everybody: signed-in people get the app's own header, visitors theirs. */
export function OpenPage({ title, children }: OpenPageProps) {
  const session = useSession()
  if (session.status === 'signed-in')
    return (
      <>
        <Suspense>
          <SignedIn user={session.user}>
            <PageTitle title={title} />
            <TopBar user={session.user} />
          </SignedIn>
        </Suspense>
        {children('signed-in')}
      </>
    )
  const visitor = session.status === 'loading' ? 'unknown' : 'signed-out'
  return (
    <>
      <title>{title === '' ? productName : `${title} · ${productName}`}</title>
      <CanonicalLink />
      <VisitorHeader visitor={visitor} />
      {children(visitor)}
    </>
  )
}

/** The page's own address. Without one, where first screens are written, nobody knows it. */
const CanonicalLink = () =>
  typeof location === 'undefined' ? null : <link rel="canonical" href={`${location.origin}${location.pathname}`} />
