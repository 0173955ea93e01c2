import { useEffect } from 'react'
import { unkeptKeys } from '#web/data/storage/current-storage.ts'
import { holdWork } from '#web/data/storage/user-storage.ts'
import { showToast } from '#web/ui/toast.ts'
import { activityTexts } from './texts.ts'

/** Says on every page that work could not be kept, and asks before the page that still has it is closed. */
export function useUnkeptWork(userId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each user has a storage of their own
  useEffect(() => {
    const unkept = unkeptKeys()
    let wasUnkept = false
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    const follow = () => {
      const isUnkept = holdWork(unkept.get())
      if (isUnkept === wasUnkept) return
      wasUnkept = isUnkept
      if (!isUnkept) return removeEventListener('beforeunload', ask)
      addEventListener('beforeunload', ask)
      showToast({ kind: 'error', title: activityTexts.notKept, description: activityTexts.notKeptWhy })
    }
    follow()
    const stop = unkept.subscribe(follow)
    return () => {
      stop()
      removeEventListener('beforeunload', ask)
    }
  }, [userId])
}
