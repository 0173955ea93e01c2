import { useEffect } from 'react'
import { unkeptKeys } from '#web/data/storage/current-storage.ts'
import { holdWork } from '#web/data/storage/user-storage.ts'
import { guardLeaving } from '#web/ui/leave-guard.ts'
import { showToast } from '#web/ui/toast.ts'
import { activityTexts } from './texts.ts'

/** Says on every page that work could not be kept, and asks before the page that still has it is closed. */
export function useUnkeptWork(userId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each user has a storage of their own
  useEffect(() => {
    const unkept = unkeptKeys()
    let wasUnkept = false
    return guardLeaving(unkept, () => {
      const isUnkept = holdWork(unkept.get())
      if (isUnkept && !wasUnkept)
        showToast({ kind: 'error', title: activityTexts.notKept, description: activityTexts.notKeptWhy })
      wasUnkept = isUnkept
      return isUnkept
    })
  }, [userId])
}
