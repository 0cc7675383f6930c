'use strict';

// The parts of undici that the extension uses. Its main file would bring fetch, WebSocket, caches and mocks along, 60 KB packed.
const connect = require('../node_modules/undici/lib/api/api-connect.js');
const request = require('../node_modules/undici/lib/api/api-request.js');
const Agent = require('../node_modules/undici/lib/dispatcher/agent.js');
const Dispatcher = require('../node_modules/undici/lib/dispatcher/dispatcher.js');
const EnvHttpProxyAgent = require('../node_modules/undici/lib/dispatcher/env-http-proxy-agent.js');
const decompress = require('../node_modules/undici/lib/interceptor/decompress.js');

// As the main file does, with all methods.
Object.assign(Dispatcher.prototype, { connect, request });

module.exports = { Agent, EnvHttpProxyAgent, interceptors: { decompress } };
