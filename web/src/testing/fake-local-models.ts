import type { LocalModelShape, LocalModelsShape } from '#contract/models/local-model.ts'

/** The net that cuts out, as a server offers it. */
export const cutOutNet = (state: LocalModelShape['state']): LocalModelShape => ({
  id: 'is-net-general',
  name: 'IS-Net',
  description: 'Cuts out what a picture shows.',
  bytes: 178_648_008,
  licence: {
    name: 'Apache-2.0',
    link: 'https://github.com/xuebinqin/DIS/blob/main/LICENSE.md',
    mustBeAccepted: false,
    acceptedAt: null,
  },
  does: 'cut-out',
  painting: null,
  seconds: 2.5,
  hindrance: null,
  files: [],
  state,
})

/** The list of a server with these models, as the person who runs it sees it. */
export const localModelsWith = (
  items: readonly LocalModelShape[],
  access: LocalModelsShape['access'] = 'operator',
): LocalModelsShape => ({ items: [...items], access, hasEngine: true, machine: null })
