import { randomUUID } from 'node:crypto'
import { type FastifyServerOptions, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { requestLogger } from './request-log.ts'
import { createTargetRewrite } from './request-target.ts'

const KIB = 1024
const SECOND_MS = 1_000

/** Every limit is set: left alone, most of them are "none". */
export const serverOptions = (
  log: Logger,
  { TRUST_PROXY, PUBLIC_ORIGIN }: Pick<Config, 'TRUST_PROXY' | 'PUBLIC_ORIGIN'>,
) =>
  ({
    loggerInstance: requestLogger(log),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: TRUST_PROXY.length > 0 ? TRUST_PROXY : false,
    rewriteUrl: createTargetRewrite(PUBLIC_ORIGIN),
    bodyLimit: KIB * KIB,
    // A caller has 10 s for the headers and 20 s for all of it; looked at every 2 s, so nobody drips for longer than 22 s.
    requestTimeout: 20 * SECOND_MS,
    http: {
      headersTimeout: 10 * SECOND_MS,
      connectionsCheckingInterval: 2 * SECOND_MS,
      maxHeaderSize: 16 * KIB,
    },
    // Silence on the socket, and our own time for an answer.
    connectionTimeout: 30 * SECOND_MS,
    handlerTimeout: 15 * SECOND_MS,
    keepAliveTimeout: 65 * SECOND_MS,
    // A request that slipped in while we stop is answered like any other.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
  }) satisfies FastifyServerOptions & { http: object }
