/** The whole contract as OpenAPI 3.1, made from the same schemas that check it. */
import * as z from 'zod/mini';
import { paramNames } from '../../contract/call.ts';
import { ErrorBody } from '../../contract/common.ts';
import type { ServedCall } from '../../contract/server.ts';
import { bytesOf } from '../../contract/serverSide.ts';

type Json = Record<string, unknown>;

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => {
      const type = (zodSchema as unknown as { _zod: { def: { type: string } } })._zod.def.type;
      if (type === 'file') Object.assign(made, { type: 'string', format: 'binary' });
    },
  }) as Json;
  return rest;
}

function queryParameters(call: ServedCall): Json[] {
  if (!call.query) return [];
  const schema = jsonSchema(call.query, 'output');
  const required = new Set((schema.required as string[] | undefined) ?? []);
  return Object.entries((schema.properties as Json | undefined) ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: property,
  }));
}

const HEADERS: Json[] = [
  { name: 'If-Match', in: 'header', required: false, schema: { type: 'string' }, description: 'Row version seen.' },
  { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' }, description: 'Repetition.' },
];

function operation(call: ServedCall): Json {
  return {
    operationId: call.id,
    summary: call.summary,
    tags: [call.service],
    'x-origin': call.origin,
    'x-rule': call.rule,
    ...(call.event ? { 'x-lifecycle-event': call.event } : {}),
    security: call.rule === 'public' ? [] : [{ token: [] }],
    parameters: [
      ...paramNames(call.path).map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'integer', minimum: 1 },
      })),
      ...queryParameters(call),
      ...(call.method === 'GET' ? [] : HEADERS),
    ],
    ...(call.body
      ? {
          requestBody: {
            required: true,
            'x-max-bytes': bytesOf(call),
            content: {
              [call.multipart ? 'multipart/form-data' : 'application/json']: { schema: jsonSchema(call.body, 'input') },
            },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Done.',
        content: { 'application/json': { schema: jsonSchema(call.response, 'output') } },
      },
      default: {
        description: 'Refused.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

export function openApi(calls: readonly ServedCall[]): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const path = `/${call.service}/api${call.path}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Idora', version: '1' },
    paths,
    components: {
      schemas: { Error: jsonSchema(ErrorBody, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
}
