import { z } from 'zod'

/**
 * The parts of ComfyUI's routes that are read (its server.py and execution.py). GET /models/checkpoints: files by their paths.
 */
export const checkpointsSchema = z.array(z.string())

/** GET /models/loras: the same. */
export const lorasSchema = z.array(z.string())

/** GET /view_metadata/loras?filename=…: the header of the file. */
export const metadataSchema = z.record(z.string(), z.unknown())

/** POST /upload/image */
export const uploadedSchema = z.object({ name: z.string(), subfolder: z.string().optional() })

/** POST /prompt: queued. */
export const queuedSchema = z.looseObject({ prompt_id: z.string().min(1) })

/** POST /prompt: refused, with what is wrong at which node. */
export const refusalSchema = z.object({
  error: z
    .object({
      message: z.string(),
      details: z.string().optional().catch(undefined),
      extra_info: z.object({ node_id: z.string().optional() }).optional().catch(undefined),
    })
    .optional(),
  // An empty list where there are none, in older versions.
  node_errors: z
    .record(
      z.string(),
      z.object({ errors: z.array(z.object({ message: z.string(), details: z.string().optional().catch(undefined) })) }),
    )
    .catch({}),
})

/** An input: its type or what can be chosen, then its limits. */
const nodeInputSchema = z
  .tuple([z.union([z.string(), z.array(z.unknown())])])
  .rest(z.unknown())
  .catch(['unknown'])
const nodeInputsSchema = z.record(z.string(), nodeInputSchema).catch({})

/** GET /object_info/{class}: empty for a class that it doesn't have. */
export const nodeInfoOf = (name: string) =>
  z.object({
    [name]: z
      .object({
        input: z.object({ required: nodeInputsSchema.optional(), optional: nodeInputsSchema.optional() }).catch({}),
        /** 'nodes', 'comfy_extras.nodes_flux' or 'custom_nodes.a-pack'; missing in old versions. */
        python_module: z.string().optional().catch(undefined),
      })
      .optional(),
  })
export type ComfyNodeInfo = NonNullable<z.output<ReturnType<typeof nodeInfoOf>>[string]>

const fileSchema = z.object({ filename: z.string(), subfolder: z.string(), type: z.string() })

/** One prompt that has ended: the files of each node, and what happened, as pairs of a name and its data. */
const endedSchema = z.object({
  // As in the queue: number, id, graph.
  prompt: z.array(z.unknown()).optional().catch(undefined),
  // Nodes of extensions may add other outputs beside the files.
  outputs: z.record(z.string(), z.object({ images: z.array(fileSchema).optional().catch(undefined) }).catch({})),
  status: z
    .object({
      status_str: z.string().optional(),
      messages: z
        .array(z.tuple([z.string(), z.record(z.string(), z.unknown())]))
        .optional()
        .catch(undefined),
    })
    .nullish(),
})

/** GET /history/{prompt_id}: empty until the prompt has ended. */
export const historyOf = (promptId: string) => z.object({ [promptId]: endedSchema.optional() })

/** GET /queue: each entry is a list of its number, the prompt's id and the graph (execution.py, `PromptQueue`). */
export const queueSchema = z.object({
  queue_running: z.array(z.array(z.unknown())),
  queue_pending: z.array(z.array(z.unknown())),
})

/** The messages of a sampler's steps on the socket; every other message is ignored. */
export const stepsSchema = z.object({
  type: z.literal('progress'),
  data: z.object({ value: z.number(), max: z.number().positive() }),
})

export type ComfyFile = z.infer<typeof fileSchema>
export type ComfyEnded = z.infer<typeof endedSchema>
export type ComfyHistory = Readonly<Record<string, z.input<typeof endedSchema>>>
export type ComfyQueue = z.input<typeof queueSchema>
export type ComfyQueued = z.input<typeof queuedSchema>
export type ComfyUploaded = z.input<typeof uploadedSchema>
