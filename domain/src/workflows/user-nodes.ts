import { isSamePlace, nodeName, type SlotPlace, type WorkflowGraph } from './workflow.ts'

/**
 * Nodes of ComfyUI itself that a workflow of a user may have: none of them reads or writes a file that the request does not name, but
 * models by their names. By its nodes.py and comfy_extras of 2026-09; others, as LoadLatent, LoadImageOutput, those of datasets and
 * training, of sound, video and 3D, and all of later versions, are the operator's to add.
 */
const allowedNodes: ReadonlySet<string> = new Set(
  [
    // Models, by their names in the folders of ComfyUI.
    'CheckpointLoaderSimple CheckpointLoader UNETLoader CLIPLoader DualCLIPLoader TripleCLIPLoader QuadrupleCLIPLoader VAELoader',
    'LoraLoader LoraLoaderModelOnly LoraLoaderBypass LoraLoaderBypassModelOnly ControlNetLoader DiffControlNetLoader',
    'StyleModelLoader CLIPVisionLoader unCLIPCheckpointLoader GLIGENLoader UpscaleModelLoader HypernetworkLoader PhotoMakerLoader',
    'ModelPatchLoader DiffusersLoader',
    // Words and conditions.
    'CLIPTextEncode CLIPTextEncodeSDXL CLIPTextEncodeSDXLRefiner CLIPTextEncodeSD3 CLIPTextEncodeFlux CLIPTextEncodeHunyuanDiT',
    'CLIPTextEncodeHiDream CLIPTextEncodeLumina2 CLIPTextEncodePixArtAlpha CLIPTextEncodeControlnet T5TokenizerOptions',
    'TextEncodeQwenImageEdit TextEncodeQwenImageEditPlus TextEncodeZImageOmni CLIPSetLastLayer CLIPVisionEncode PhotoMakerEncode',
    'ConditioningAverage ConditioningCombine ConditioningConcat ConditioningSetArea ConditioningSetAreaPercentage',
    'ConditioningSetAreaStrength ConditioningSetMask ConditioningSetTimestepRange ConditioningZeroOut unCLIPConditioning',
    'StyleModelApply USOStyleReference ControlNetApply ControlNetApplyAdvanced ControlNetApplySD3 ControlNetInpaintingAliMamaApply',
    'SetUnionControlNetType QwenImageDiffsynthControlnet ZImageFunControlnet GLIGENTextBoxApply InpaintModelConditioning',
    'InstructPixToPixConditioning ReferenceLatent FluxGuidance FluxDisableGuidance FluxKontextMultiReferenceLatentMethod',
    'SD_4XUpscale_Conditioning StableCascade_StageB_Conditioning StableCascade_SuperResolutionControlnet LotusConditioning',
    // Sampling.
    'KSampler KSamplerAdvanced SamplerCustom SamplerCustomAdvanced KSamplerSelect BasicGuider CFGGuider DualCFGGuider PerpNegGuider',
    'RandomNoise DisableNoise BasicScheduler BetaSamplingScheduler ExponentialScheduler KarrasScheduler LaplaceScheduler',
    'PolyexponentialScheduler SDTurboScheduler VPScheduler AlignYourStepsScheduler GITSScheduler OptimalStepsScheduler Flux2Scheduler',
    'ManualSigmas FlipSigmas SetFirstSigma SplitSigmas SplitSigmasDenoise ExtendIntermediateSigmas SamplingPercentToSigma',
    'SamplerDPMAdaptative SamplerDPMPP_2M_SDE SamplerDPMPP_2S_Ancestral SamplerDPMPP_3M_SDE SamplerDPMPP_SDE SamplerER_SDE',
    'SamplerEulerAncestral SamplerEulerAncestralCFGPP SamplerEulerCFGpp SamplerLCMUpscale SamplerLMS SamplerSASolver SamplerSEEDS2',
    // Changes of a model that stay in its memory.
    'ModelSamplingAuraFlow ModelSamplingContinuousEDM ModelSamplingContinuousV ModelSamplingDiscrete ModelSamplingFlux',
    'ModelSamplingSD3 ModelSamplingStableCascade RescaleCFG CFGNorm CFGZeroStar RenormCFG APG TCFG Mahiro FreSca FreeU FreeU_V2',
    'HyperTile PatchModelAddDownscale PerpNeg PerturbedAttentionGuidance SelfAttentionGuidance SkipLayerGuidanceDiT',
    'SkipLayerGuidanceDiTSimple SkipLayerGuidanceSD3 NAGuidance DifferentialDiffusion TomePatchModel EasyCache LazyCache FluxKVCache',
    'ModelMergeSimple ModelMergeAdd ModelMergeSubtract ModelMergeBlocks CLIPMergeSimple CLIPMergeAdd CLIPMergeSubtract',
    // Latents.
    'EmptyLatentImage EmptySD3LatentImage EmptyFlux2LatentImage EmptyHunyuanImageLatent EmptyChromaRadianceLatentImage',
    'StableCascade_EmptyLatentImage StableCascade_StageC_VAEEncode VAEDecode VAEDecodeTiled VAEEncode VAEEncodeTiled',
    'VAEEncodeForInpaint SetLatentNoiseMask LatentUpscale LatentUpscaleBy LatentFromBatch RepeatLatentBatch LatentBlend',
    'LatentComposite LatentCompositeMasked LatentCrop LatentFlip LatentRotate LatentAdd LatentSubtract LatentMultiply',
    'LatentInterpolate LatentBatch LatentConcat LatentCut LatentBatchSeedBehavior',
    // Pictures and masks.
    'LoadImage LoadImageMask EmptyImage ImageScale ImageScaleBy ImageScaleToTotalPixels ImageScaleToMaxDimension ImageUpscaleWithModel',
    'ImageInvert ImageBatch ImageFromBatch RepeatImageBatch ImagePadForOutpaint ImageCrop ImageCropV2 ImageFlip ImageRotate',
    'ImageStitch ImageAddNoise ImageBlend ImageBlur ImageQuantize ImageSharpen ImageCompositeMasked ResizeAndPadImage Canny Morphology',
    'FluxKontextImageScale JoinImageWithAlpha SplitImageWithAlpha PorterDuffImageComposite ImageRGBToYUV ImageYUVToRGB',
    'SolidMask InvertMask CropMask FeatherMask GrowMask ThresholdMask MaskComposite MaskToImage ImageToMask ImageColorToMask',
    'PreviewImage SaveImage MaskPreview',
    // Values.
    'PrimitiveString PrimitiveStringMultiline PrimitiveInt PrimitiveFloat PrimitiveBoolean StringConcatenate',
  ].flatMap((line) => line.split(' ')),
)

/** Nodes that load a file of ComfyUI's input folder by the name in `image`. */
const pictureLoaders: ReadonlySet<string> = new Set(['LoadImage', 'LoadImageMask'])

/** The slots whose files a request uploads itself. */
const pictureSlots: ReadonlySet<string> = new Set(['input image', 'mask'])

/** Why a node may not be in a workflow of a user, by what the whole graph says. */
export type UserNodeFault = { readonly node: string; readonly message: string }

/**
 * Checks a graph of a user who does not run the server: it has allowed nodes alone, and each file that it loads is one that the request
 * uploads. Checked when a workflow is added, and again when a picture is made of it. @returns The first fault of each node.
 */
export function faultsOfUserGraph(graph: WorkflowGraph, places: readonly SlotPlace[]): UserNodeFault[] {
  const takesPicture = places.some(({ slot }) => slot === 'input image')
  return Object.entries(graph).flatMap(([node, { class_type: name, inputs }]): UserNodeFault[] => {
    const fault = (message: string) => [{ node, message: `${nodeName(graph, node)} ${message}` }]
    if (!allowedNodes.has(name))
      return fault(
        'is not among the nodes that a workflow of a user may have. Only the person who runs this server adds workflows with it.',
      )
    if (!pictureLoaders.has(name)) return []
    const slots = places.filter((place) => isSamePlace(place, { node, input: 'image' })).map(({ slot }) => slot)
    const isFilled =
      typeof inputs.image === 'string' && slots.length > 0 && slots.every((slot) => pictureSlots.has(slot))
    if (!isFilled) return fault('loads a file that is stored in ComfyUI. Choose it as the picture or the mask.')
    return takesPicture ? [] : fault('takes a mask, and the workflow no picture that it could be of. Choose one.')
  })
}
