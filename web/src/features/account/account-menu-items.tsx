import { Link } from '@tanstack/react-router'
import {
  Boxes,
  ChartNoAxesColumn,
  CircleArrowUp,
  CreditCard,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Sun,
  UserPlus,
  UserRound,
  Users,
} from 'lucide-react'
import { useProfile } from '#web/data/account/account.ts'
import type { SignedInUser } from '#web/data/account/account-state.ts'
import { useCredits } from '#web/data/credits.ts'
import { PageMark } from '#web/ui/page-mark.tsx'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { chooseTheme, themeChoices, useThemeChoice } from '#web/ui/theme.tsx'
import { accountTexts } from './texts.ts'

/** Items of the account's menu. */
export function AccountMenuItems({ user, onLeave }: { user: SignedInUser; onLeave(): void }) {
  const profile = useProfile()
  const credits = useCredits()
  return (
    <>
      <PageMark part="header-menu" />
      <DropdownMenu.Label className="menu-label">
        <span className="block font-semibold text-13 text-ink">{user.firstName}</span>
        <span className="block max-w-[240px] truncate">
          {user.isGuest ? accountTexts.guest.name : profile ? `@${profile.username}` : user.email}
        </span>
      </DropdownMenu.Label>
      <DropdownMenu.Separator className="menu-separator" />
      {user.isGuest && <PageItem to="/signup" icon={UserPlus} label={accountTexts.guest.signUp} />}
      <PageItem to="/pricing" icon={CircleArrowUp} label={accountTexts.menu.upgrade} />
      <PageItem to="/manage-account" icon={UserRound} label={accountTexts.menu.manage} />
      {credits !== null && <PageItem to="/usage" icon={ChartNoAxesColumn} label={accountTexts.menu.usage} />}
      <PageItem to="/models" icon={Boxes} label={accountTexts.menu.models} />
      <PageItem to="/pricing" icon={CreditCard} label={accountTexts.menu.pricing} />
      <DropdownMenu.Item asChild className="menu-item">
        <a href="/community" target="_blank" rel="noreferrer">
          <Users aria-hidden="true" />
          {accountTexts.menu.community}
        </a>
      </DropdownMenu.Item>
      <ThemeItems />
      <DropdownMenu.Separator className="menu-separator" />
      <DropdownMenu.Item className="menu-item" onSelect={onLeave}>
        <LogOut aria-hidden="true" />
        {accountTexts.menu.logOut}
      </DropdownMenu.Item>
      {credits !== null && (
        <>
          <DropdownMenu.Separator className="menu-separator" />
          <p className="menu-label tabular-nums">{accountTexts.menu.used(credits?.usedPercent ?? 0)}</p>
        </>
      )}
    </>
  )
}

type PageItemProps = {
  to: '/signup' | '/manage-account' | '/usage' | '/models' | '/pricing'
  icon: LucideIcon
  label: string
}

/** The way to a page. */
function PageItem({ to, icon: Icon, label }: PageItemProps) {
  return (
    <DropdownMenu.Item asChild className="menu-item">
      <Link to={to}>
        <Icon aria-hidden="true" />
        {label}
      </Link>
    </DropdownMenu.Item>
  )
}

const icons = { system: Monitor, light: Sun, dark: Moon }

/** The themes as a row of the menu, which stays open after a choice. */
function ThemeItems() {
  const chosen = useThemeChoice()
  return (
    <DropdownMenu.RadioGroup
      value={chosen}
      aria-label={accountTexts.menu.theme}
      className="flex items-center gap-1 py-1 pr-1 pl-2 text-13"
    >
      <span aria-hidden="true" className="mr-auto">
        {accountTexts.menu.theme}
      </span>
      {themeChoices.map((choice) => {
        const Icon = icons[choice]
        return (
          <DropdownMenu.RadioItem
            key={choice}
            value={choice}
            aria-label={accountTexts.menu.themes[choice]}
            data-tooltip={accountTexts.menu.themes[choice]}
            className="icon-button icon-button-small not-forced-colors:outline-none! data-highlighted:bg-raised data-[state=checked]:bg-pressed data-[state=checked]:text-ink"
            onSelect={(event) => {
              event.preventDefault()
              chooseTheme(choice)
            }}
          >
            <Icon aria-hidden="true" />
          </DropdownMenu.RadioItem>
        )
      })}
    </DropdownMenu.RadioGroup>
  )
}
