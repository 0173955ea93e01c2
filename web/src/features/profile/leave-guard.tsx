import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { profileTexts } from './texts.ts'

/** Asks before the page is left, as long as it is rendered. Its tabs are one page. */
export function LeaveGuard() {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={profileTexts.leave.title}
      text={profileTexts.leave.text}
      confirmLabel={profileTexts.leave.confirm}
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    />
  )
}
