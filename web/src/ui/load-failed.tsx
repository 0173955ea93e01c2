import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { useOnline } from './use-online.ts'

/** What to do where something could not be loaded. */
export const tryAgain = 'Try again'
/** Replaces the cause where there is no connection at all. */
export const offline = 'You are offline. This loads by itself when the connection is back.'

type LoadFailedProps = {
  title: string
  /** What could not be read. */
  text: string
  level?: 1 | 2
  onTryAgain(): void
}

/** Replaces a list or a page that could not be loaded. */
export const LoadFailed = ({ title, text, level = 2, onTryAgain }: LoadFailedProps) => (
  <div role="alert">
    <EmptyState title={title} text={useOnline() ? text : offline} level={level}>
      <Button kind="line" onClick={onTryAgain}>
        {tryAgain}
      </Button>
    </EmptyState>
  </div>
)

/** The same as `LoadFailed`, for a part of a page. @param props.text What could not be read. */
export const LoadFailedLine = ({ text, onTryAgain }: { text: string; onTryAgain(): void }) => (
  <p role="alert" className="flex items-center justify-between gap-3 py-4 text-muted">
    {useOnline() ? text : offline}
    <Button kind="line" size="small" onClick={onTryAgain}>
      {tryAgain}
    </Button>
  </p>
)
