import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Field } from './field.tsx'
import { IconButton } from './icon-button.tsx'

/** A field for a password, which can be shown. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'end'>) {
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton
          label={isShown ? 'Hide password' : 'Show password'}
          aria-pressed={isShown}
          disabled={props.disabled}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff /> : <Eye />}
        </IconButton>
      }
    />
  )
}
