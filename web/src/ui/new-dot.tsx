import { joinClasses } from './join-classes.ts'

/** The dot of what is new. Where colors are forced it keeps one of the system, or it would not be painted. */
export function NewDot({ className = '', title }: { className?: string; title?: string }) {
  return (
    <span
      aria-hidden="true"
      className={joinClasses('size-[7px] flex-none rounded-full bg-ink forced-colors:bg-[Highlight]', className)}
      title={title}
    />
  )
}
