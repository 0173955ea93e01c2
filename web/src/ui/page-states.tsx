import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useOnline } from './browser-state.ts'
import { Button, buttonClass, Spinner } from './button.tsx'

/** The advice where something could not be loaded. */
export const tryAgain = 'Try again'
/** Replaces the cause where there is no connection at all. */
const offline = 'You are offline. This loads by itself when the connection is back.'

type LoadFailedProps = {
  title: string
  /** The thing that could not be read. */
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

type ListLoadingProps = { label: string; rows: number; className?: string }

/** A list that waits: in the place of each row a name and a line below it. */
export function ListLoading({ label, rows, className }: ListLoadingProps) {
  return (
    <div role="status" aria-label={label} className={className}>
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
          key={row}
          className="grid h-[68px] content-center gap-2.5 border-hairline border-b"
        >
          <span className="shimmer h-3 w-28 rounded-round" />
          <span className="shimmer h-2.5 w-2/5 rounded-round max-sm:w-3/5" />
        </div>
      ))}
    </div>
  )
}

type EmptyStateProps = {
  title: string
  text: string
  /** 1 where the page has nothing else. */
  level?: 1 | 2
  children?: ReactNode
}

/** Replaces an empty list or page: the reason, and the next step. */
export function EmptyState({ title, text, level = 2, children }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className="grid justify-items-center gap-1 px-6 py-10 text-center">
      <Heading className="display text-28">{title}</Heading>
      <p className="mb-4 max-w-[44ch] text-balance text-muted">{text}</p>
      {children}
    </div>
  )
}

/** Stands in the place of what a guest can not have, with the way to it. */
export const AccountNeeded = ({ text }: { text: string }) => (
  <div className="grid justify-items-start gap-4" data-account-needed>
    <p className="max-w-[56ch] text-muted">{text}</p>
    <Link to="/signup" className={buttonClass('solid')}>
      Sign up
    </Link>
  </div>
)
