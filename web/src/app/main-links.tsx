import { Link } from '@tanstack/react-router'
import { House, Image, LayoutGrid, Pencil, Video } from 'lucide-react'
import { joinClasses } from '#web/ui/join-classes.ts'
import { DropdownMenu } from '#web/ui/popups.tsx'
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
export function TabBar() {
  return (
    <nav
      aria-label={appTexts.navigation}
      className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-5 border-hairline border-t bg-ground pb-[env(safe-area-inset-bottom)] sm:hidden"
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
