import { LoaderCircle } from 'lucide-react'

/** A turning ring. The text beside it names the reason. */
export function Spinner() {
  return <LoaderCircle aria-hidden="true" className="animate-spin" />
}

/** A page that waits: the ring in the middle, with its reason for screen readers. */
export function PageSpinner({ label }: { label: string }) {
  return (
    <div
      role="status"
      className="grid min-h-[60vh] place-items-center text-muted [animation:fade_300ms_300ms_backwards]"
    >
      <Spinner />
      <span className="sr-only">{label}</span>
    </div>
  )
}
