import type { WorkflowShape } from '#contract/models/workflow.ts'
import type { WorkflowSlot } from '#domain/workflows/workflow.ts'
import type { NoWorkflow } from '#web/data/workflows.ts'

const notAWorkflow: Readonly<Record<NoWorkflow, string>> = {
  'too-large': 'The file is too large for a workflow: at most 400 kB are taken.',
  editor: 'This is how ComfyUI saves a workflow for itself. Choose ‘Export (API)’ there, and bring that file.',
  other: 'This is no workflow of ComfyUI. Choose ‘Export (API)’ there, and bring that file.',
  picture: 'This picture does not say by which workflow it was made.',
}

/** The inputs of a workflow's picture, in a few words. */
function makesOf(slots: WorkflowShape['slots']): string {
  if (slots.includes('mask')) return 'Picture, mask'
  if (slots.includes('input image')) return slots.includes('prompt') ? 'Words, picture' : 'Picture'
  return 'Words'
}

/** '12 s', '2 min 5 s' */
function duration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
  if (minutes === 0) return `${rest} s`
  return rest > 0 ? `${minutes} min ${rest} s` : `${minutes} min`
}

export const workflowTexts = {
  title: 'ComfyUI workflows',
  loading: 'Loading the workflows',
  failed: { title: 'The workflows did not load', text: 'Check your connection and try again.' },
  noConnection: 'The server did not answer. Try again in a moment.',
  notDone: 'That did not work',
  empty:
    'Drop a workflow here, or a picture that ComfyUI made: it becomes a model. Workflows are exported by ‘Export (API)’.',
  away: 'ComfyUI does not answer. Start it on the machine of this server to add a workflow.',
  guest: 'You are a guest. Sign up first to add workflows.',
  add: 'Add a workflow',
  drop: 'Drop the workflow here',
  notAWorkflow,
  notAdded: (file: string) => `${file} was not added`,
  makes: makesOf,
  everyone: 'For everybody',
  testing: 'Being tested',
  works: (seconds: number | null) => (seconds === null ? 'Works' : `Works, ${duration(seconds)}`),
  notTested: 'Does not work',
  hidden: 'Not in the picker until a test has worked.',
  more: (name: string) => `More about ${name}`,
  test: 'Test again',
  change: 'Change',
  remove: 'Remove',
  nowWorks: (name: string) => `${name} works and is in the picker.`,
  nowFails: (name: string) => `The test of ${name} failed.`,
  removal: {
    title: (name: string) => `Remove ${name}?`,
    text: 'Cards keep their pictures and its name. The file that you exported is not touched.',
    confirm: 'Remove',
    done: (name: string) => `${name} is removed`,
  },
  dialog: {
    addTitle: 'Add a workflow',
    changeTitle: (name: string) => `Change ${name}`,
    name: 'Name',
    reading: 'Asking ComfyUI what the nodes take',
    tryAgain: 'Try again',
    slots: 'Where the settings of a picture go',
    slotsText: 'Found by the titles and the kinds of nodes. What is not used stays as the workflow has it.',
    slot: {
      prompt: 'Prompt',
      seed: 'Seed',
      width: 'Width',
      height: 'Height',
      'input image': 'Picture',
      mask: 'Mask',
    } satisfies Record<WorkflowSlot, string>,
    undrivable: 'Choose where the prompt or the picture goes: one of them is needed.',
    wrong: ({ least, most }: { least: number | null; most: number | null }) =>
      least === null || most === null ? 'Enter a number.' : `Enter a number from ${least} to ${most}.`,
    notUsed: 'Not used',
    several: (places: readonly string[]) => places.join(' and '),
    inputs: (count: number, asked: number) =>
      asked === 0 ? `Other inputs (${count})` : `Other inputs (${count}, ${asked} for each picture)`,
    inputsText:
      'Pictures are made with these values. What is chosen for each picture is asked for under ‘More’, beside the prompt.',
    forEach: 'For each picture',
    forEachOf: (input: string) => `Choose ${input} for each picture`,
    mostAsked: (most: number) => `At most ${most} inputs can be chosen for each picture.`,
    find: 'Find an input',
    noneFound: 'No input has this in its name.',
    faults: 'This workflow can not run here',
    everyone: 'For everybody on this server',
    everyoneText: 'Off: it is yours alone.',
    cancel: 'Cancel',
    addIt: 'Test and add',
    save: 'Save',
    saveAndTest: 'Save and test',
    testNote: 'One picture is made before it is in the picker.',
  },
} as const
