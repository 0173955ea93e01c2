import { addressNetworks, handleNetworks, type SocialNetwork } from '#domain/profile/social-links.ts'
import { Field } from '#web/ui/field.tsx'
import type { ProfileDraft } from './profile-draft.ts'
import { profileTexts } from './texts.ts'

type SocialFieldsProps = {
  draft: ProfileDraft
  errors: Readonly<Record<string, string>>
  onChange(part: Partial<ProfileDraft>): void
}

/** In the order of the specification. */
const networks: readonly SocialNetwork[] = ['instagram', 'tiktok', 'youtube', 'facebook', 'threads', 'twitter']
const isHandle = (network: SocialNetwork) => handleNetworks.some((other) => other === network)

/** Where else the person is found: handles behind an @, and addresses of pages. */
export function SocialFields({ draft, errors, onChange }: SocialFieldsProps) {
  return (
    <fieldset>
      <legend className="mb-4 font-semibold text-16">{profileTexts.social}</legend>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {networks.map((network) => {
          const address = addressNetworks.find((other) => other === network)
          return (
            <Field
              key={network}
              label={profileTexts.fields[network]}
              name={network}
              start={isHandle(network) ? '@' : undefined}
              placeholder={address ? profileTexts.addressPlaceholders[address] : profileTexts.handlePlaceholder}
              inputMode={address ? 'url' : 'text'}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              error={errors[network] ?? null}
              value={draft[network]}
              onChange={(event) => onChange({ [network]: event.target.value })}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
