import { joinClasses } from './join-classes.ts'

type NewDotProps = { className?: string; label?: string }

/**
 * The dot of what is new. Where colors are forced it keeps one of the system, or it would not be painted.
 * @param label Its tooltip and its text for screen readers. Default: none, where the control that it marks says it.
 */
export function NewDot({ className = '', label }: NewDotProps) {
  return (
    <span
      className={joinClasses('size-[7px] flex-none rounded-full bg-ink forced-colors:bg-[Highlight]', className)}
      title={label}
    >
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
