import { useMutation } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { ProfileShape } from '#contract/profile.ts'
import { addressNetworks, handleNetworks, type SocialNetwork } from '#domain/profile/social-links.ts'
import { saveProfile } from '#web/data/account/account.ts'
import { errorMessage, type FieldErrors, fieldErrorsOf } from '#web/data/http/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field, TextField } from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { changedFields, draftErrors, draftOf, type ProfileDraft } from './profile-draft.ts'
import { profileTexts } from './texts.ts'

const focusFirstError = (form: HTMLFormElement) =>
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())

/** The fields of the profile. They are saved together; leaving with changes asks. */
export function ProfileForm({ profile }: { profile: ProfileShape }) {
  const [draft, setDraft] = useState(() => draftOf(profile))
  const [errors, setErrors] = useState<FieldErrors>({})
  const { mutate, isPending: isBusy } = useMutation({
    mutationFn: ({ fields }: { fields: Parameters<typeof saveProfile>[0]; form: HTMLFormElement }) =>
      saveProfile(fields),
    onSuccess(saved) {
      setDraft(draftOf(saved))
      showToast({ kind: 'success', ...profileTexts.saved })
    },
    onError(error, { form }) {
      setErrors(fieldErrorsOf(error))
      focusFirstError(form)
      const description = errorMessage(error, profileTexts.noConnection)
      showToast({ kind: 'error', title: profileTexts.saveFailed, description })
    },
  })
  const changed = changedFields(profile, draft)
  const hasChanged = Object.keys(changed).length > 0

  const change = (part: Partial<ProfileDraft>) => {
    setDraft((now) => ({ ...now, ...part }))
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in part))))
  }

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy || !hasChanged) return
    const found = draftErrors(changed)
    setErrors(found)
    if (Object.keys(found).length > 0) {
      focusFirstError(form)
      return
    }
    mutate({ fields: changed, form })
  }

  return (
    <form noValidate aria-label={profileTexts.tabs.profile} onSubmit={save} className="grid gap-5">
      {hasChanged && !isBusy && <LeaveGuard />}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label={profileTexts.fields.firstName}
          name="firstName"
          autoComplete="given-name"
          required
          error={errors.firstName ?? null}
          value={draft.firstName}
          onChange={(event) => change({ firstName: event.target.value })}
        />
        <Field
          label={profileTexts.fields.username}
          name="username"
          start="@"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          hint={profileTexts.usernameHint}
          error={errors.username ?? null}
          value={draft.username}
          onChange={(event) => change({ username: event.target.value })}
        />
      </div>
      <TextField
        label={profileTexts.fields.bio}
        name="bio"
        rows={4}
        placeholder={profileTexts.bioPlaceholder}
        error={errors.bio ?? null}
        value={draft.bio}
        onChange={(event) => change({ bio: event.target.value })}
      />
      <div className="mt-5">
        <SocialFields draft={draft} errors={errors} onChange={change} />
      </div>
      <Button
        kind="solid"
        type="submit"
        busy={isBusy}
        reason={hasChanged ? null : profileTexts.nothingChanged}
        className="mt-1 justify-self-start max-sm:w-full max-sm:justify-self-stretch"
      >
        {isBusy ? profileTexts.saving : profileTexts.save}
      </Button>
    </form>
  )
}

/** Asks before the page is left, as long as it is rendered. Its tabs are one page. */
function LeaveGuard() {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={profileTexts.leave.title}
      text={profileTexts.leave.text}
      confirmLabel={profileTexts.leave.confirm}
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    />
  )
}

type SocialFieldsProps = {
  draft: ProfileDraft
  errors: Readonly<Record<string, string>>
  onChange(part: Partial<ProfileDraft>): void
}

/** In the order of the specification. */
const networks: readonly SocialNetwork[] = ['instagram', 'tiktok', 'youtube', 'facebook', 'threads', 'twitter']
const isHandle = (network: SocialNetwork) => handleNetworks.some((other) => other === network)

/** Social links: handles with an @ before them, and web addresses. */
function SocialFields({ draft, errors, onChange }: SocialFieldsProps) {
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
