import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useRef } from 'react'
import type { ProfileShape } from '#contract/profile.ts'
import { removeAvatar, uploadAvatar } from '#web/data/account/account.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { profileTexts } from './texts.ts'

const texts = profileTexts.avatar

/** The profile's picture, or the initial of the first name; another picture is stored as soon as it is chosen. */
export function AvatarField({ profile }: { profile: ProfileShape }) {
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending: isBusy } = useMutation({
    mutationFn: (file: File | null) => (file === null ? removeAvatar() : uploadAvatar(file)),
    onSuccess: () => showToast({ kind: 'success', ...texts.done }),
    onError(error) {
      const description = errorMessage(error, profileTexts.noConnection)
      showToast({ kind: 'error', title: texts.failed, description })
    },
  })

  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // So that the same file can be chosen again after it was refused.
    event.target.value = ''
    if (!file) return
    if (!file.type.startsWith('image/'))
      return showToast({ kind: 'error', title: texts.failed, description: texts.notAnImage })
    mutate(file)
  }

  return (
    <fieldset className="flex items-center gap-5">
      <legend className="sr-only">{texts.label}</legend>
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
            aria-label={texts.label}
            onChange={take}
          />
          <Button kind="line" busy={isBusy} onClick={() => input.current?.click()}>
            {isBusy ? texts.uploading : texts.upload}
          </Button>
          {profile.avatarUrl && !isBusy && (
            <Button kind="quiet" onClick={() => mutate(null)}>
              {texts.remove}
            </Button>
          )}
        </div>
        <p className="text-12 text-muted">{texts.hint}</p>
      </div>
    </fieldset>
  )
}
