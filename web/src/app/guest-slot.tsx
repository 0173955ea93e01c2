import type { ComponentProps } from 'react'
import type { GuestHint } from '#web/features/account/guest-hint.tsx'
import { LazySlot, offlinePart } from '#web/ui/lazy-part.tsx'

const guestHint = offlinePart(async () => (await import('#web/features/account/guest-hint.tsx')).GuestHint)

/** The hint for a guest, whose code accounts do not load. */
export const GuestSlot = (props: ComponentProps<typeof GuestHint>) =>
  props.user.isGuest && <LazySlot part={guestHint} props={props} failed={null} />
