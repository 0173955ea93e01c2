import type { LinkGrant } from '#domain/sharing/link-grant.ts'
import { Field, SelectField } from '#web/ui/field.tsx'
import { linkOptionTexts as texts } from './texts.ts'

/** What a link lets its reviewers do, as it is chosen. */
export type LinkOptions = {
  /** `default`: to comment, and to approve once there is a round. */
  readonly grants: LinkGrant | 'default'
  /** Empty: none. */
  readonly passphrase: string
  readonly allowsCopies: boolean
  readonly hasWatermark: boolean
}

export const defaultLinkOptions: LinkOptions = {
  grants: 'default',
  passphrase: '',
  allowsCopies: true,
  hasWatermark: false,
}

const grants = ['default', 'look', 'comment', 'approve'] as const

type LinkOptionFieldsProps = {
  options: LinkOptions
  /** Whether the link shows prompts: nothing can be copied without them. */
  showsPrompts: boolean
  onChange(options: LinkOptions): void
}

/** The options of a link, closed until they are wanted. */
export function LinkOptionFields({ options, showsPrompts, onChange }: LinkOptionFieldsProps) {
  const ticks = [...(showsPrompts && !options.hasWatermark ? (['allowsCopies'] as const) : []), 'hasWatermark' as const]
  return (
    <details className="text-13">
      <summary className="cursor-pointer py-1">{texts.title}</summary>
      <div className="grid gap-4 pt-3">
        <SelectField
          label={texts.grants}
          value={options.grants}
          options={grants.map((value) => ({ value, name: texts.grantNames[value] }))}
          onChange={(value) => onChange({ ...options, grants: grants.find((each) => each === value) ?? 'default' })}
        />
        <Field
          label={texts.passphrase}
          hint={texts.passphraseHint}
          value={options.passphrase}
          minLength={6}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => onChange({ ...options, passphrase: target.value })}
        />
        {ticks.map((name) => (
          <label key={name} className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3">
            <input
              type="checkbox"
              className="tick mt-0.5"
              checked={options[name]}
              onChange={({ target }) => onChange({ ...options, [name]: target.checked })}
            />
            <span>
              {texts[name].label}
              <span className="block text-12 text-muted">{texts[name].text}</span>
            </span>
          </label>
        ))}
      </div>
    </details>
  )
}
