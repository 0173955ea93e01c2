import { useState } from 'react'
import type { ImportReply } from '#contract/prompts/name.ts'
import type { WordListShape } from '#contract/prompts/word-list.ts'
import {
  isWordListName,
  readWordLines,
  wordListNameOf,
  wordListNameRule,
  writeWordLines,
} from '#domain/prompt/word-list.ts'
import { changeWordList, createWordList, importWordLists } from '#web/data/words/word-lists.ts'
import { announce } from '#web/ui/announce.ts'
import { Field, TextField } from '#web/ui/field.tsx'
import { listTexts, wordTexts } from './texts.ts'
import { type FormProps, useSaving, WordsForm } from './words-form.tsx'

const texts = listTexts.form

/** The server's limit, in characters: its refusal does not say in which line. */
const maxWordLength = 200

/** The name as the server knows it: people may write `__light__` here as well. */
const bareName = (name: string) => name.trim().replaceAll(/^__|__$/g, '')

function wordsError(lines: string): string | null {
  const words = readWordLines(lines)
  if (words.length === 0) return texts.noWords
  const long = words.find(({ text }) => [...text].length > maxWordLength)
  return long ? texts.longWord([...long.text].slice(0, 40).join(''), maxWordLength) : null
}

type ListFormProps = FormProps & {
  /** The list that is edited; null for a new one. */
  list: WordListShape | null
}

/** Creates a list of words, or edits one, as lines of text. */
export function ListForm({ list, onSaved, ...form }: ListFormProps) {
  const [before] = useState(() => ({ name: list?.name ?? '', lines: writeWordLines(list?.words ?? []) }))
  const [name, setName] = useState(before.name)
  const [lines, setLines] = useState(before.lines)
  const { errors, failure, isBusy, submit } = useSaving({
    fields: ['name', 'words'],
    check() {
      const error = wordsError(lines)
      return {
        ...(!isWordListName(bareName(name)) && { name: wordListNameRule }),
        ...(error !== null && { words: error }),
      }
    },
    send() {
      const body = { name: bareName(name), words: readWordLines(lines) }
      return list ? changeWordList(list.id, body) : createWordList(body)
    },
    onSaved(saved) {
      announce(wordTexts.saved(`__${saved.name}__`))
      onSaved()
    },
    failed: wordTexts.saveFailed,
  })
  return (
    <WordsForm
      {...form}
      label={list ? listTexts.edit : listTexts.create}
      submit={wordTexts.save}
      isChanged={name !== before.name || lines !== before.lines}
      isBusy={isBusy}
      failure={failure}
      onSubmit={submit}
    >
      <NameField name={name} error={errors.name ?? null} onChange={setName} />
      <TextField
        label={texts.words}
        hint={`${listTexts.wordCount(readWordLines(lines).length)}. ${texts.wordsHint}`}
        error={errors.words ?? null}
        rows={12}
        spellCheck={false}
        value={lines}
        onChange={(event) => setLines(event.target.value)}
      />
    </WordsForm>
  )
}

type NameFieldProps = { name: string; error: string | null; onChange(name: string): void }

const NameField = ({ name, error, onChange }: NameFieldProps) => (
  <Field
    label={texts.name}
    hint={texts.nameHint}
    error={error}
    autoComplete="off"
    spellCheck={false}
    // It replaces the pressed button.
    autoFocus
    value={name}
    onChange={(event) => onChange(event.target.value)}
  />
)

type TextFileFormProps = FormProps & { file: File; onImported(reply: ImportReply): void }

/** Asks for the name of the list that a text file becomes. */
export function TextFileForm({ file, onImported, onSaved, ...form }: TextFileFormProps) {
  const [name, setName] = useState(() => wordListNameOf(file.name))
  const { errors, failure, isBusy, submit } = useSaving({
    fields: ['name'],
    check: () => (isWordListName(bareName(name)) ? {} : { name: wordListNameRule }),
    send: () => importWordLists(file, bareName(name)),
    onSaved(reply) {
      announce(listTexts.imported(reply.saved))
      onImported(reply)
      onSaved()
    },
    failed: wordTexts.imports.failed,
  })
  return (
    <WordsForm
      {...form}
      label={listTexts.fromFile.title}
      submit={wordTexts.imports.action}
      // The file is still where it was chosen.
      isChanged={false}
      isBusy={isBusy}
      failure={failure}
      onSubmit={submit}
    >
      <p className="text-muted wrap-anywhere">{listTexts.fromFile.file(file.name)}</p>
      <NameField name={name} error={errors.name ?? null} onChange={setName} />
    </WordsForm>
  )
}
