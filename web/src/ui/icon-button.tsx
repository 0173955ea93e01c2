import type { ComponentProps } from 'react'
import { joinClasses } from './join-classes.ts'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The accessible name, shown as a tooltip. */
  label: string
  /** The equivalent keys, shown in the tooltip. */
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
