/** Opens the database, brings it up to date, fills an empty one with demo data, and listens. */
import type { Server } from 'node:http';
import { type ServerType, serve } from '@hono/node-server';
import pino from 'pino';
import { type AppOptions, createApp, type Hosts, OWN_HOSTS } from './app.ts';
import { migrate } from './db/migrations/index.ts';
import { type Database, type OpenOptions, openDatabase } from './db/open.ts';
import { startChecks, startMaintenance, startOffsets } from './maintenance.ts';
import { startCollecting } from './scoring/worker.ts';
import { type SecretKeys, setSecretKeys } from './secrets/keys.ts';
import { seedDemo } from './seed/demo.ts';

export interface StartOptions {
  port: number;
  host?: string;
  database: OpenOptions;
  staticDir?: string;
  production: boolean;
  hosts?: Hosts;
  inspector?: boolean;
  allowedOrigins?: readonly string[];
  signInLimits?: AppOptions['signInLimits'];
  /** What test calls of outside services may ask. */
  outside?: AppOptions['outside'];
  /** What secrets are encrypted by; left out: the keys of the environment, once one is needed. */
  secretKeys?: SecretKeys;
  /** Fill an empty database with demo data. */
  demo: boolean;
  logLevel?: string;
}

export interface Started {
  url: string;
  database: Database;
  seeded: boolean;
  stop(): Promise<void>;
}

export async function startServer(options: StartOptions): Promise<Started> {
  const logger = pino({ level: options.logLevel ?? 'warn', redact: ['password', 'token', 'authorization'] });
  const log: AppOptions['log'] = (level, message, extra) => logger[level](extra ?? {}, message);
  setSecretKeys(options.secretKeys);
  const database = await openDatabase({ ...options.database, log });
  try {
    await migrate(database.kysely);
    const seeded = options.demo && (await seedDemo(database, { say: (words) => log('warn', words) })) !== undefined;
    await database.settle();
    const app = createApp({
      database,
      production: options.production,
      log,
      hosts: options.hosts ?? OWN_HOSTS,
      inspector: options.inspector === true,
      ...(options.staticDir ? { staticDir: options.staticDir } : {}),
      ...(options.allowedOrigins ? { allowedOrigins: options.allowedOrigins } : {}),
      ...(options.signInLimits ? { signInLimits: options.signInLimits } : {}),
      ...(options.outside ? { outside: options.outside } : {}),
    });
    const server = await new Promise<ServerType>((resolve, reject) => {
      const listening = serve(
        { fetch: app.fetch, port: options.port, ...(options.host ? { hostname: options.host } : {}) },
        () => resolve(listening),
      );
      listening.once('error', reject);
    });
    const stopKeeping = startMaintenance(database, log);
    const stopCollecting = startCollecting(database, log);
    const stopOffsets = startOffsets(database, log);
    const stopChecks = startChecks(database, log);
    const address = (server as Server).address();
    const port = typeof address === 'object' && address ? address.port : options.port;
    return {
      url: `http://localhost:${port}`,
      database,
      seeded,
      async stop() {
        stopKeeping();
        stopCollecting();
        stopOffsets();
        stopChecks();
        // streams never finish by themselves
        database.nudges.close();
        await new Promise<void>((resolve) => {
          server.close(() => resolve());
          (server as Server).closeIdleConnections();
          setTimeout(() => (server as Server).closeAllConnections(), STOP_PATIENCE_MS).unref();
        });
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Requests under way get this long to finish. */
const STOP_PATIENCE_MS = 5000;
