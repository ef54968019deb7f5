import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'

/**
 * What operators can switch off for a while; `crawler` = the visits to shops, but not the reading
 * of the logs.
 */
export const FeatureName = z.enum(['sign_up', 'checkout', 'exports', 'screenshots', 'crawler'])
export type FeatureName = z.infer<typeof FeatureName>

const FeatureSwitch = z.object({
  name: FeatureName,
  isOn: z.boolean(),
  /** Null as long as it was never switched. */
  changedAt: z.nullable(z.iso.datetime()),
})
export type FeatureSwitch = z.infer<typeof FeatureSwitch>

const FeatureList = z.object({ content: z.array(FeatureSwitch) })

export const listFeatures = endpoint({
  name: 'listFeatures',
  method: 'GET',
  path: '/api/operator/features',
  access: 'operator',
  summary: 'The feature switches.',
  response: FeatureList,
})

export const switchFeature = endpoint({
  name: 'switchFeature',
  method: 'PUT',
  path: '/api/operator/features/:name',
  access: 'operator',
  summary: 'Switch a part of the product on or off. All processes follow within five seconds.',
  params: z.object({ name: FeatureName }),
  body: z.object({ isOn: z.boolean() }),
  response: FeatureList,
})
