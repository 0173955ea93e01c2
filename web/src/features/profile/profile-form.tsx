import { useMutation } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import type { ProfileShape } from '#contract/account/profile.ts'
import { type ProfileField, profileRules } from '#domain/profile/profile-rules.ts'
import { addressNetworks, handleNetworks, type SocialNetwork } from '#domain/profile/social-links.ts'
import { removeAvatar, saveProfile, uploadAvatar } from '#web/data/account/account.ts'
import { errorMessage, type FieldErrors, fieldErrorsOf } from '#web/data/http/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextField } from '#web/ui/field.tsx'
import { ConfirmDialog } from '#web/ui/modal.tsx'
import { showToast } from '#web/ui/toast.ts'
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

/** In the order of the form. */
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

/** The content of the profile's form, unchecked. */
type ProfileDraft = Omit<ProfileShape, 'avatarUrl'>

/** The initial content of the form. */
export const draftOf = ({ avatarUrl: _avatarUrl, ...fields }: ProfileShape): ProfileDraft => fields

/** The changed fields. */
export const changedFields = (profile: ProfileShape, draft: ProfileDraft): Partial<ProfileDraft> =>
  Object.fromEntries(Object.entries(draft).filter(([name, value]) => value !== profile[name as ProfileField]))

/** The errors of the changed fields, by the server's rules. */
export const draftErrors = (changed: Partial<ProfileDraft>): FieldErrors =>
  Object.fromEntries(
    Object.entries(changed).flatMap(([name, typed]) => {
      const { clean, problem } = profileRules[name as ProfileField]
      const message = problem(clean(typed))
      return message === null ? [] : [[name, message]]
    }),
  )

const avatarTexts = profileTexts.avatar

/** The profile's picture, or the initial of the first name; another picture is stored as soon as it is chosen. */
export function AvatarField({ profile }: { profile: ProfileShape }) {
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending: isBusy } = useMutation({
    mutationFn: (file: File | null) => (file === null ? removeAvatar() : uploadAvatar(file)),
    onSuccess: () => showToast({ kind: 'success', ...avatarTexts.done }),
    onError(error) {
      const description = errorMessage(error, profileTexts.noConnection)
      showToast({ kind: 'error', title: avatarTexts.failed, description })
    },
  })

  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // So that the same file can be chosen again after it was refused.
    event.target.value = ''
    if (!file) return
    if (!file.type.startsWith('image/'))
      return showToast({ kind: 'error', title: avatarTexts.failed, description: avatarTexts.notAnImage })
    mutate(file)
  }

  return (
    <fieldset className="flex items-center gap-5">
      <legend className="sr-only">{avatarTexts.label}</legend>
      <div
        aria-hidden="true"
        className="grid size-20 shrink-0 place-items-center overflow-hidden rounded-round bg-pressed font-semibold text-28"
      >
        {profile.avatarUrl ? (
          <img src={profile.avatarUrl} alt="" className="size-full object-cover" />
        ) : (
          (profile.firstName.at(0) ?? 'U').toUpperCase()
        )}
      </div>
      <div className="grid gap-2">
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            type="file"
            accept="image/*"
            className="sr-only"
            tabIndex={-1}
            aria-label={avatarTexts.label}
            onChange={take}
          />
          <Button kind="line" busy={isBusy} onClick={() => input.current?.click()}>
            {isBusy ? avatarTexts.uploading : avatarTexts.upload}
          </Button>
          {profile.avatarUrl && !isBusy && (
            <Button kind="quiet" onClick={() => mutate(null)}>
              {avatarTexts.remove}
            </Button>
          )}
        </div>
        <p className="text-12 text-muted">{avatarTexts.hint}</p>
      </div>
    </fieldset>
  )
}
