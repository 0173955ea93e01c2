import { Button } from './button.tsx'
import { offline, tryAgain } from './load-failed.tsx'
import { useOnline } from './use-online.ts'

/** The same as `LoadFailed`, where a part of a page could not be loaded. @param props.text What could not be read. */
export const LoadFailedLine = ({ text, onTryAgain }: { text: string; onTryAgain(): void }) => (
  <p role="alert" className="flex items-center justify-between gap-3 py-4 text-muted">
    {useOnline() ? text : offline}
    <Button kind="line" size="small" onClick={onTryAgain}>
      {tryAgain}
    </Button>
  </p>
)
