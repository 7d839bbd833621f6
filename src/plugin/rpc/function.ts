import { notationType } from "../function.ts";
import { GrpcError, Status } from "../grpc/status.ts";
import { callFunction, findParameter } from "../server/function.ts";
import { named, type RpcMethod, readValue, unary, writeValue } from "./wire.ts";

export const functionMethods: Readonly<Record<string, RpcMethod>> = {
  CallFunction: unary("CallFunctionRequest", "CallFunctionResponse", async (request, session) => {
    const called = named(session.provider.functions, "function", request.name);
    const args = request.arguments.map((argument, index) => {
      const parameter = findParameter(called, index);
      if (parameter === undefined)
        throw new GrpcError(Status.invalidArgument, "there are too many arguments");
      return readValue(argument, notationType(parameter.type));
    });
    const answer = await callFunction(session, request.name, called, args);
    if ("result" in answer) return { result: writeValue(answer.result, notationType(called.returns)) };
    // Terraform and OpenTofu add a full stop.
    return { error: { text: answer.error.replace(/\.$/, ""), function_argument: answer.argument } };
  }),
};
