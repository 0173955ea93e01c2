import { Link } from '@tanstack/react-router'
import { House, Image, LayoutGrid, Pencil, Video } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type SignedInUser, useAccountState } from '#web/data/account/account-state.ts'
import { AccountMenu } from '#web/features/account/account-menu.tsx'
import { PageTitle, RunningPill } from '#web/features/activity/running-pill.tsx'
import { UsageButton } from '#web/features/usage/usage-button.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/join-classes.ts'
import { LazySlot, lazyPart } from '#web/ui/lazy-part.tsx'
import { Mark, productName } from '#web/ui/mark.tsx'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { GuestSlot } from './guest-slot.tsx'
import { appTexts } from './texts.ts'

const links = [
  { to: '/', label: appTexts.home, icon: House },
  { to: '/image', label: appTexts.image, icon: Image },
  { to: '/video', label: appTexts.video, icon: Video },
  { to: '/edit', label: appTexts.edit, icon: Pencil },
  { to: '/assets', label: appTexts.assets, icon: LayoutGrid },
] as const

/** The main pages in the menu of a canvas; new images go into its project. */
export const PageItems = ({ projectId }: { projectId: string }) =>
  links.map(({ to, label, icon: Icon }) => (
    <DropdownMenu.Item key={to} asChild className="menu-item">
      <Link to={to} search={to === '/image' ? { project: projectId } : {}}>
        <Icon aria-hidden="true" />
        {label}
      </Link>
    </DropdownMenu.Item>
  ))

/** The main pages as icons; beside other pages than a canvas with their names, where there is room. */
export function MainLinks({ look }: { look: 'icons' | 'words' }) {
  return (
    <ul className="flex gap-1">
      {links.map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <Link
            to={to}
            activeOptions={{ exact: true, includeSearch: false }}
            aria-label={label}
            data-tooltip={label}
            className={joinClasses('icon-button', look === 'words' && 'icon-button-worded')}
          >
            <Icon aria-hidden="true" />
            {look === 'words' && <span>{label}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The main pages on a phone, at the bottom. */
function TabBar() {
  return (
    <nav
      aria-label={appTexts.navigation}
      className="fixed inset-x-0 bottom-0 z-sheet grid grid-cols-5 border-hairline border-t bg-ground pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      {links.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          className="grid h-14 place-content-center justify-items-center gap-0.5 font-medium text-11/[14px] text-muted aria-[current]:text-ink"
        >
          <Icon aria-hidden="true" className="size-[18px]!" />
          {label}
        </Link>
      ))}
    </nav>
  )
}

const pricingDialog = lazyPart(async () => (await import('#web/features/pricing/pricing-dialog.tsx')).PricingDialog)

/** The compute usage, with a link to the plans. */
export function Usage() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <UsageButton onOpenPricing={() => setOpen(true)} />
      {isOpen && <LazySlot part={pricingDialog} props={{ onClose: close }} onClose={close} />}
    </>
  )
}

/** The fixed header of signed-in pages; on a phone its links are at the bottom. */
export function TopBar({ user, start }: { user: SignedInUser; start?: ReactNode }) {
  return (
    <>
      <header className="fixed inset-x-0 top-0 z-sheet flex h-14 items-center border-hairline border-b bg-ground pr-4 pl-5 max-sm:h-12 max-sm:pr-3 max-sm:pl-4">
        <Link to="/" aria-label={productName} className="touch-target mr-5 rounded-6 max-sm:mr-2">
          <Mark />
        </Link>
        <nav aria-label={appTexts.navigation} className="max-sm:hidden">
          <MainLinks look="words" />
        </nav>
        {start}
        <div className="ml-auto flex items-center gap-2">
          <RunningPill />
          <Usage />
          <Link to="/pricing" className={joinClasses(buttonClass('line', 'small'), 'max-sm:hidden')}>
            {appTexts.upgrade}
          </Link>
          <GuestSlot user={user} look="bar" />
          <AccountMenu user={user} />
        </div>
      </header>
      <TabBar />
    </>
  )
}

/** A page for signed-in people: its title in the tab, the header, and its content below. */
export function ToolPage({ title, children }: { title: string; children: ReactNode }) {
  const account = useAccountState()
  if (account.status !== 'signed-in') return null
  return (
    <>
      <PageTitle title={title} />
      <TopBar user={account.user} />
      {children}
    </>
  )
}
