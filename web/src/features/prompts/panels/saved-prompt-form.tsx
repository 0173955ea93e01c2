import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SavedPromptShape } from '#contract/prompts/saved-prompt.ts'
import { nameOfPrompt } from '#domain/prompt/prompt-name.ts'
import { modelsQuery } from '#web/data/models/models.ts'
import type { WrittenPrompt } from '#web/data/words/new-words.ts'
import { changeSavedPrompt, savePrompt } from '#web/data/words/saved-prompts.ts'
import { announce } from '#web/ui/announce.ts'
import { Field, TextField } from '#web/ui/field.tsx'
import { promptTexts, wordTexts } from './texts.ts'
import { type FormProps, useSaving, WordsForm } from './words-form.tsx'

const texts = promptTexts.form

/** The model and the settings of a prompt. */
type Setup = Omit<WrittenPrompt, 'prompt'>

type Fields = {
  readonly name: string
  readonly text: string
  /** Between commas. */
  readonly tags: string
  readonly hasSetup: boolean
}

const fieldsOf = (saved: SavedPromptShape | null, written: WrittenPrompt | null): Fields => ({
  name: saved?.name ?? nameOfPrompt(written?.prompt ?? ''),
  text: saved?.text ?? written?.prompt ?? '',
  tags: saved?.tags.join(', ') ?? '',
  hasSetup: saved !== null && (saved.model !== null || saved.settings !== null),
})

const tagsOf = ({ tags }: Fields): string[] =>
  tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)

type SavedPromptFormProps = FormProps & {
  /** The prompt that is edited; null for a new one. */
  saved: SavedPromptShape | null
  /** The text of a new one; null where it begins empty. */
  written: WrittenPrompt | null
}

/** Saves a prompt under a name, or edits a saved one. */
export function SavedPromptForm({ saved, written, onSaved, ...form }: SavedPromptFormProps) {
  const [before] = useState(() => fieldsOf(saved, written))
  const [fields, setFields] = useState(before)
  const change = (part: Partial<Fields>) => setFields({ ...fields, ...part })
  const setup: Setup = saved ?? written ?? { model: null, settings: null }
  const { errors, failure, isBusy, submit } = useSaving({
    fields: ['name', 'text', 'tags'],
    check: () => ({
      ...(fields.name.trim() === '' && { name: texts.noName }),
      ...(fields.text.trim() === '' && { text: texts.noText }),
    }),
    send() {
      const { name, text, hasSetup } = fields
      const { model, settings } = hasSetup ? setup : { model: null, settings: null }
      const request = { name, text, tags: tagsOf(fields), model, settings }
      return saved ? changeSavedPrompt(saved.id, request) : savePrompt(request)
    },
    onSaved({ name }) {
      announce(wordTexts.saved(name))
      onSaved()
    },
    failed: wordTexts.saveFailed,
  })
  return (
    <WordsForm
      {...form}
      label={saved ? promptTexts.edit : promptTexts.create}
      submit={wordTexts.save}
      isChanged={JSON.stringify(fields) !== JSON.stringify(before)}
      isBusy={isBusy}
      failure={failure}
      onSubmit={submit}
    >
      <Field
        label={texts.name}
        error={errors.name ?? null}
        autoComplete="off"
        data-first-focus
        // It replaces the pressed button.
        autoFocus
        value={fields.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label={texts.text}
        hint={texts.textHint}
        error={errors.text ?? null}
        rows={6}
        value={fields.text}
        onChange={(event) => change({ text: event.target.value })}
      />
      <Field
        label={texts.tags}
        hint={texts.tagsHint}
        error={errors.tags ?? null}
        autoComplete="off"
        value={fields.tags}
        onChange={(event) => change({ tags: event.target.value })}
      />
      <SetupTick setup={setup} isOn={fields.hasSetup} onTurn={(hasSetup) => change({ hasSetup })} />
    </WordsForm>
  )
}

type SetupTickProps = { setup: Setup; isOn: boolean; onTurn(isOn: boolean): void }

/** Whether the model and the settings are kept with the prompt; nothing where there are none. */
function SetupTick({ setup: { model, settings }, isOn, onTurn }: SetupTickProps) {
  const { data: models } = useQuery(modelsQuery)
  const names = [
    model && (models?.find(({ value }) => value === model)?.name ?? model),
    settings?.aspectRatio,
    settings?.resolution,
    settings?.rawMode && texts.raw,
    settings?.style && texts.style,
  ].filter(Boolean)
  if (model === null && settings === null) return null
  return (
    <label className="flex items-start gap-2.5">
      <input type="checkbox" className="tick mt-0.5" checked={isOn} onChange={({ target }) => onTurn(target.checked)} />
      <span className="font-medium text-13">
        {texts.withSetup}
        <span className="block font-normal text-12 text-muted">{names.join(', ')}</span>
      </span>
    </label>
  )
}
