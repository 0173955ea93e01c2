import { liveSession } from '#web/data/live/current-session.ts'
import { useStore } from '#web/data/store.ts'
import { productName } from '#web/ui/mark.tsx'
import { activityTexts } from './texts.ts'

/** The tab's title: the number of running generations, then the page's name. */
export function PageTitle({ title }: { title: string }) {
  const count = useStore(liveSession().running).size
  const parts = [count > 0 && activityTexts.running(count), title, productName]
  return <title>{parts.filter(Boolean).join(' · ')}</title>
}
