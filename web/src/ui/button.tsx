import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'
import { joinClasses } from './join-classes.ts'

export type ButtonKind = 'solid' | 'go' | 'line' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

/** The classes of a button, for links that look like one. */
export const buttonClass = (kind: ButtonKind, size: ButtonSize = 'medium') =>
  joinClasses('button', `button-${kind}`, size !== 'medium' && `button-${size}`)

type ButtonProps = ComponentProps<'button'> & {
  kind: ButtonKind
  size?: ButtonSize
  /** While it works: a spinner is shown before the text, and it is disabled. */
  busy?: boolean
  /**
   * Why it is disabled, shown in a tooltip and read by screen readers. The button stays in the tab order, so that the
   * reason can be found.
   */
  reason?: string | null
}

/** A text button. Green (`go`) only for generating pictures; `solid` for every other primary action. */
export function Button({
  kind,
  size = 'medium',
  busy = false,
  reason,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const isBlocked = busy || Boolean(reason)
  return (
    <button
      type="button"
      {...rest}
      className={joinClasses(buttonClass(kind, size), busy && 'is-busy', className)}
      aria-disabled={isBlocked || undefined}
      aria-busy={busy || undefined}
      aria-description={reason ?? undefined}
      {...(reason && { 'data-tooltip': reason })}
      onClick={(event) => {
        if (isBlocked) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The accessible name, shown as a tooltip. */
  label: string
  /** The equivalent keys, such as `Mod+D`, shown in the tooltip. */
  keys?: string
  size?: 'small' | 'medium'
}

/** A square button with one icon. */
export function IconButton({ label, keys, size = 'medium', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      data-tooltip={label}
      data-tooltip-keys={keys}
      className={joinClasses('icon-button', size === 'small' && 'icon-button-small', className)}
    />
  )
}

/** A turning ring. The text beside it names the reason. */
export function Spinner() {
  return <LoaderCircle aria-hidden="true" className="animate-spin" />
}
