import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { overloadedBeforeWork } from '#server/errors.ts'

type PressureLimit = {
  /** Mean delay of the event loop over one sample; 0 = no limit. */
  maxEventLoopDelayMs: number
  isExempt: (request: FastifyRequest) => boolean
}

const SAMPLE_MS = 1_000
/** One long pause is not load: the process compiles a large module or reads an index, or the machine is busy elsewhere. */
const LATE_SAMPLES = 3

/** Refuses expensive requests while the process keeps lagging: each accepted request would add to the lag. */
export async function limitPressure(
  server: FastifyInstance,
  { maxEventLoopDelayMs, isExempt }: PressureLimit,
): Promise<void> {
  let lateSamples = 0
  let timer: NodeJS.Timeout | undefined
  await server.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    sampleInterval: SAMPLE_MS,
    pressureHandler: async (request) => {
      if (lateSamples >= LATE_SAMPLES && !isExempt(request))
        throw overloadedBeforeWork(new Error('the process lags'))
    },
  })
  // Delays during startup say nothing about load.
  server.addHook('onReady', async () => {
    timer = setInterval(() => {
      lateSamples = server.isUnderPressure() ? lateSamples + 1 : 0
    }, SAMPLE_MS).unref()
  })
  server.addHook('onClose', async () => clearInterval(timer))
}
