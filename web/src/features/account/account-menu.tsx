import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useProfile } from '#web/data/account/account.ts'
import { type SignedInUser, signOut } from '#web/data/account/account-state.ts'
import { LazySlot, offlinePart } from '#web/ui/lazy-part.tsx'
import { ConfirmDialog } from '#web/ui/modal.tsx'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { showToast } from '#web/ui/toast.ts'
import { accountTexts } from './texts.ts'

const menuItems = offlinePart(async () => (await import('./account-menu-items.tsx')).AccountMenuItems)
const leaveTexts = accountTexts.guest.logOut

/** The avatar with a menu: the user's name, the account pages, and log out. */
export function AccountMenu({ user }: { user: SignedInUser }) {
  const router = useRouter()
  const profile = useProfile()
  const [isLeaving, setLeaving] = useState(false)

  const logOut = async () => {
    // First to the public page: without a session, a guarded one would redirect to the sign-in instead.
    await router.navigate({ to: '/' })
    // The page asked whether to leave it, and the user stayed.
    if (router.state.location.pathname !== '/') return
    await signOut().catch(() => showToast({ kind: 'error', ...accountTexts.logOutFailed }))
  }

  return (
    <>
      {isLeaving && (
        <ConfirmDialog
          title={leaveTexts.title}
          text={leaveTexts.text}
          confirmLabel={leaveTexts.confirm}
          onConfirm={() => void logOut()}
          onClose={() => setLeaving(false)}
        />
      )}
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger
          aria-label={accountTexts.menu.label}
          data-tooltip={accountTexts.menu.label}
          className="relative grid size-8 shrink-0 place-items-center rounded-round bg-pressed font-semibold text-13 after:absolute after:-inset-1.5"
        >
          <Avatar firstName={user.firstName} address={profile?.avatarUrl ?? null} />
        </DropdownMenu.Trigger>
        {/* Not in a portal: the menu belongs to the header's landmark. */}
        <DropdownMenu.Content align="end" sideOffset={14} collisionPadding={8} className="popover menu">
          <LazySlot
            part={menuItems}
            props={{ user, onLeave: () => (user.isGuest ? setLeaving(true) : void logOut()) }}
          />
        </DropdownMenu.Content>
      </DropdownMenu.Root>
    </>
  )
}

type AvatarProps = {
  firstName: string
  /** The address of the picture; null without one. */
  address: string | null
}

/** The user's picture; without one, the first letter of the first name. */
function Avatar({ firstName, address }: AvatarProps) {
  if (address) return <img src={address} alt="" className="size-8 rounded-round object-cover" />
  return (firstName.trim().at(0) ?? 'U').toUpperCase()
}
